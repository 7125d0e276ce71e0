//! Classification of database errors: which are temporary (full disk, lost connection, deadlock) and when a retry is
//! useful. The classification is based on SQLite result codes and PostgreSQL SQLSTATEs.

use std::time::Duration;

use sqlx::{
    error::DatabaseError,
    postgres::{PgDatabaseError, PgSeverity},
};

/// Temporary failure of a database. A retry may succeed later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outage {
    /// No space is left for data: `SQLITE_FULL`, SQLSTATE 53100.
    NoSpace,
    /// Read-only: `SQLITE_READONLY` after a remount, SQLSTATE 25006 of a server that became a standby.
    ReadOnly,
    /// The disk fails: `SQLITE_IOERR`, `SQLITE_CANTOPEN`, SQLSTATE class 58.
    Io,
    /// Memory or another resource is short: `SQLITE_NOMEM`, SQLSTATE class 53.
    Resources,
    /// The connection was closed or could not be opened: class 08, 57P01 to 57P05, internal errors that end a session, errors of
    /// the network and of the pool.
    Connection,
    /// Lock timeout or deadlock: `SQLITE_BUSY`, 40001, 40P01.
    Contention,
}

impl Outage {
    /// Returns the outage that caused a driver error, or `None` if a retry would fail as well.
    pub fn of(error: &sqlx::Error) -> Option<Self> {
        match error {
            sqlx::Error::Database(error) => {
                let code = error.code()?;
                // SQLSTATEs have five characters; result codes of SQLite have up to four digits.
                if code.len() != 5 {
                    return Self::of_sqlite(code.parse().ok()?);
                }
                Self::of_postgres(&code).or_else(|| Self::of_ended_session(&**error))
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed
            | sqlx::Error::InvalidSavePointStatement => Some(Self::Connection),
            _ => None,
        }
    }

    /// Classifies an extended result code, whose lowest byte is the primary code. <https://sqlite.org/rescode.html>
    fn of_sqlite(code: i32) -> Option<Self> {
        const IOERR_NOMEM: i32 = 3082;
        // The shared memory file of the WAL could not grow.
        const IOERR_SHMSIZE: i32 = 4874;
        match (code, code & 0xff) {
            (IOERR_NOMEM, _) | (_, 7) => Some(Self::Resources),
            (IOERR_SHMSIZE, _) | (_, 13) => Some(Self::NoSpace),
            (_, 5 | 6 | 15) => Some(Self::Contention),
            (_, 8) => Some(Self::ReadOnly),
            (_, 10 | 14) => Some(Self::Io),
            _ => None,
        }
    }

    /// Classifies a SQLSTATE. <https://www.postgresql.org/docs/current/errcodes-appendix.html>
    fn of_postgres(code: &str) -> Option<Self> {
        match (&code[..2], code) {
            (_, "53100") => Some(Self::NoSpace),
            (_, "25006") => Some(Self::ReadOnly),
            // These are too many connections, a password change, and a database that is being created.
            (_, "53300" | "3D000") | ("08" | "28", _) => Some(Self::Connection),
            ("53", _) => Some(Self::Resources),
            ("58", _) => Some(Self::Io),
            ("40", _) | (_, "55P03" | "57014") => Some(Self::Contention),
            ("57", code) if code.starts_with("57P") => Some(Self::Connection),
            _ => None,
        }
    }

    /// Recognizes an internal error by which PostgreSQL ended the session (FATAL, XX000). On a full disk, new connections end
    /// in this way while a file of the catalog cache cannot be written ("could not write init file").
    fn of_ended_session(error: &dyn DatabaseError) -> Option<Self> {
        let error = error.try_downcast_ref::<PgDatabaseError>()?;
        let is_over = matches!(error.severity(), PgSeverity::Fatal | PgSeverity::Panic);
        (is_over && error.code() == "XX000").then_some(Self::Connection)
    }

    /// Returns the reason for logs and `/readyz`.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NoSpace => "no space is left on the disk",
            Self::ReadOnly => "the database can only be read",
            Self::Io => "the disk fails (input/output error)",
            Self::Resources => "the database is short of memory or another resource",
            Self::Connection => "there is no connection to the database",
            Self::Contention => "the database is locked by others",
        }
    }

    /// Returns when a retry is useful: soon if a new connection or a free lock suffices.
    pub fn retry_after(self) -> Duration {
        match self {
            Self::Contention => Duration::from_millis(50),
            Self::Connection => Duration::from_millis(200),
            Self::ReadOnly => Duration::from_secs(1),
            Self::NoSpace | Self::Io | Self::Resources => Duration::from_secs(5),
        }
    }

    /// Whether reads fail as well. Otherwise only writes fail, and callers' circuit breakers should stay closed.
    pub fn is_disconnected(self) -> bool {
        self == Self::Connection
    }
}

/// Whether a retry on another connection may succeed. A pool timeout is not retried.
pub(crate) fn is_of_connection(error: &sqlx::Error) -> bool {
    !matches!(error, sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed)
        && Outage::of(error) == Some(Outage::Connection)
}

#[cfg(test)]
mod tests {
    use std::{
        borrow::Cow,
        error::Error as StdError,
        fmt,
        io::{self, Read as _, Write as _},
        net::TcpListener,
        thread,
    };

    use sqlx::{Connection as _, PgConnection, error::ErrorKind};

    use super::*;

    #[derive(Debug)]
    struct Coded(&'static str);

    impl fmt::Display for Coded {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl StdError for Coded {}

    impl DatabaseError for Coded {
        fn message(&self) -> &str {
            self.0
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn StdError + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn StdError + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn StdError + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    #[test]
    fn outage_is_recognized_by_the_codes_of_both_databases() {
        let of = |code| Outage::of(&sqlx::Error::Database(Box::new(Coded(code))));
        let table = [
            // SQLITE_FULL, IOERR_SHMSIZE, READONLY and READONLY_DBMOVED, IOERR_WRITE and _FSYNC, CANTOPEN.
            (Some(Outage::NoSpace), &["13", "4874", "53100"][..]),
            (Some(Outage::ReadOnly), &["8", "1032", "25006"]),
            (Some(Outage::Io), &["10", "778", "1034", "14", "58030", "58000"]),
            // SQLITE_NOMEM, IOERR_NOMEM; out of memory, a limit that is configured.
            (Some(Outage::Resources), &["7", "3082", "53200", "53400", "53000"]),
            (
                Some(Outage::Connection),
                &["08006", "57P01", "57P02", "57P03", "57P05", "53300", "28P01", "3D000"],
            ),
            (Some(Outage::Contention), &["5", "517", "6", "15", "40001", "40P01", "55P03", "57014"]),
            // SQLITE_CORRUPT, NOTADB, CONSTRAINT_UNIQUE, ERROR; broken data, constraints, bad SQL.
            (None, &["11", "26", "2067", "1", "XX001", "23505", "42601", "22021"]),
        ];
        for (outage, codes) in table {
            for code in codes {
                assert_eq!(of(code), outage, "{code}");
            }
        }
    }

    /// Returns the error of a connection to a PostgreSQL server that answers the start of a session with an error.
    async fn refused(severity: &str, code: &str) -> sqlx::Error {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("postgres://shop@{}/shop?sslmode=disable", listener.local_addr().unwrap());
        let fields =
            format!("S{severity}\0V{severity}\0C{code}\0Mcould not write init file\0\0").into_bytes();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut length = [0; 4];
            stream.read_exact(&mut length).unwrap();
            let mut startup = vec![0; u32::from_be_bytes(length) as usize - length.len()];
            stream.read_exact(&mut startup).unwrap();
            let length = u32::try_from(fields.len() + length.len()).unwrap();
            stream.write_all(&[b"E", &length.to_be_bytes()[..], &fields].concat()).unwrap();
        });
        let error = PgConnection::connect(&url).await.unwrap_err();
        server.join().unwrap();
        error
    }

    #[tokio::test]
    async fn internal_error_that_ends_the_session_is_an_outage_of_the_connection() {
        let error = refused("FATAL", "XX000").await;
        assert_eq!(Outage::of(&error), Some(Outage::Connection), "{error:?}");
        assert!(is_of_connection(&error), "another connection may work");
        let error = refused("FATAL", "42501").await;
        assert_eq!(Outage::of(&error), None, "a missing privilege stays: {error:?}");
    }

    #[test]
    fn lost_connection_is_an_outage_and_a_missing_row_is_not() {
        let cut = sqlx::Error::Io(io::ErrorKind::UnexpectedEof.into());
        assert!(is_of_connection(&cut));
        for error in [sqlx::Error::PoolTimedOut, sqlx::Error::PoolClosed] {
            assert_eq!(Outage::of(&error), Some(Outage::Connection));
            assert!(!is_of_connection(&error), "it has waited long enough");
        }
        assert_eq!(Outage::of(&sqlx::Error::RowNotFound), None);
    }
}
