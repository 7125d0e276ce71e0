//! Client programs of PostgreSQL: `pg_dump` and `pg_restore`.

use std::{
    ffi::OsStr,
    io::{ErrorKind, Read as _},
    process::{Child, Command, Stdio},
    time::Duration,
};

use percent_encoding::percent_decode_str;
use sqlx::{
    ConnectOptions as _,
    postgres::{PgConnectOptions, PgSslMode},
};

use crate::{Result, StoreError};

/// Interval at which the end of a program is checked.
const TICK: Duration = Duration::from_millis(20);
/// Maximum bytes of a program's error text that are shown.
const MAX_ERROR: u64 = 4096;

/// Runs `program` on the database of `options` and waits for its end; dropping the future kills it. The password is passed
/// in the environment, because arguments are visible to all users of the machine.
pub(super) async fn run(
    program: &'static str,
    options: &PgConnectOptions,
    arguments: &[impl AsRef<OsStr>],
) -> Result<()> {
    let failed = |reason: String| StoreError::Client { program, reason };
    let mut command = Command::new(program);
    command.args(arguments).envs(environment(options));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => failed(
            "it is not installed; install the PostgreSQL client programs (Debian: postgresql-client), of the server's \
             release or a newer one"
                .to_owned(),
        ),
        _ => failed(error.to_string()),
    })?;
    let mut running = Running(child);
    let errors = running.0.stderr.take();
    let errors = tokio::task::spawn_blocking(move || {
        let mut text = Vec::new();
        if let Some(mut pipe) = errors {
            let _ = pipe.by_ref().take(MAX_ERROR).read_to_end(&mut text);
            // The rest is read as well, because the program would wait for it.
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let status = loop {
        if let Some(status) = running.0.try_wait().map_err(|error| failed(error.to_string()))? {
            break status;
        }
        tokio::time::sleep(TICK).await;
    };
    if status.success() {
        return Ok(());
    }
    let errors = errors.await.unwrap_or_default();
    let lines: Vec<&str> = errors.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Err(failed(format!("{status}: {}", lines.join("; "))))
}

/// A program that is killed when it is no longer needed.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // This fails if the program has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The variables of libpq for the database of `options`.
fn environment(options: &PgConnectOptions) -> Vec<(&'static str, String)> {
    let socket = options.get_socket().map(|path| path.display().to_string());
    let mode = match options.get_ssl_mode() {
        PgSslMode::Disable => "disable",
        PgSslMode::Allow => "allow",
        PgSslMode::Prefer => "prefer",
        PgSslMode::Require => "require",
        PgSslMode::VerifyCa => "verify-ca",
        PgSslMode::VerifyFull => "verify-full",
    };
    let mut variables = vec![
        ("PGHOST", socket.unwrap_or_else(|| options.get_host().to_owned())),
        ("PGPORT", options.get_port().to_string()),
        ("PGUSER", options.get_username().to_owned()),
        ("PGSSLMODE", mode.to_owned()),
        ("PGAPPNAME", super::APPLICATION.to_owned()),
    ];
    variables.extend(options.get_database().map(|name| ("PGDATABASE", name.to_owned())));
    let url = options.to_url_lossy();
    let password = url.password().map(|password| percent_decode_str(password).decode_utf8_lossy());
    variables.extend(password.map(|password| ("PGPASSWORD", password.into_owned())));
    for (key, value) in url.query_pairs() {
        let variable = match &*key {
            "sslrootcert" => "PGSSLROOTCERT",
            "sslcert" => "PGSSLCERT",
            "sslkey" => "PGSSLKEY",
            _ => continue,
        };
        // Certificates in the URL itself have no path, and libpq does not support them.
        variables.extend(value.strip_prefix("file: ").map(|path| (variable, path.to_owned())));
    }
    variables
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn connection_options_become_variables_of_libpq() {
        let url =
            "postgres://noy:p%40ss%2Fword@db.example:5433/shop?sslmode=verify-full&sslrootcert=/etc/ca.pem";
        let variables: HashMap<_, _> = environment(&url.parse().unwrap()).into_iter().collect();
        for (name, value) in [
            ("PGHOST", "db.example"),
            ("PGPORT", "5433"),
            ("PGUSER", "noy"),
            ("PGPASSWORD", "p@ss/word"),
            ("PGDATABASE", "shop"),
            ("PGSSLMODE", "verify-full"),
            ("PGSSLROOTCERT", "/etc/ca.pem"),
        ] {
            assert_eq!(variables[name], value, "{name}");
        }
    }

    #[tokio::test]
    async fn missing_program_error_says_what_to_install() {
        let options: PgConnectOptions = "postgres://x@localhost/y".parse().unwrap();
        let error = run("pg_dump_of_no_release", &options, &["--version"]).await.unwrap_err();
        assert!(
            error.to_string().starts_with("pg_dump_of_no_release: it is not installed; install "),
            "{error}"
        );
    }

    #[tokio::test]
    async fn failed_program_error_has_its_reason() {
        let options: PgConnectOptions = "postgres://x@localhost/y".parse().unwrap();
        let error = run("ls", &options, &["/no/such/folder"]).await.unwrap_err();
        assert!(error.to_string().contains("/no/such/folder"), "{error}");
    }
}
