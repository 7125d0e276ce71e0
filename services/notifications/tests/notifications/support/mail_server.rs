//! An SMTP server with authentication behind STARTTLS or TLS, which records what it receives.

use std::{
    io::{self, Cursor},
    net::{IpAddr, Ipv4Addr},
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use heuan_notifications::{EmailConfig, EmailTls};
use mailin::{
    Action, AuthMechanism, Handler, Response, Session, SessionBuilder,
    response::{AUTH_OK, INTERNAL_ERROR, INVALID_CREDENTIALS, NO_MAILBOX, OK, OUT_OF_SPACE},
};
use rcgen::CertifiedKey;
use tempfile::NamedTempFile;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring},
};

const USER: &str = "shop";
const PASSWORD: &str = "mail password";

#[derive(Clone, Debug, Default)]
pub struct Mail {
    pub from: String,
    pub to: Vec<String>,
    pub content: String,
    pub was_encrypted: bool,
}

impl Mail {
    /// The value of a header, unfolded.
    pub fn header(&self, name: &str) -> String {
        let head = self.content.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
        let value = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        value.unwrap_or_default().to_owned()
    }
}

/// Treatment of one mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Fate {
    #[default]
    Accepted,
    /// Accepted, but the connection breaks before the reply.
    ReplyLost,
    /// The connection breaks after the text, which is not accepted.
    Cut,
    /// 451 to the recipient.
    Greylisted,
    /// 452 to the text.
    OutOfSpace,
}

/// Half of the mails are accepted; the same for the same mail at every run.
fn random(turn: usize) -> Fate {
    let mixed = (turn as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 61 {
        0..=3 => Fate::Accepted,
        4 => Fate::ReplyLost,
        5 => Fate::Cut,
        6 => Fate::Greylisted,
        _ => Fate::OutOfSpace,
    }
}

/// State that all connections share.
#[derive(Default)]
struct Inner {
    received: Mutex<Vec<Mail>>,
    /// Mails that were begun.
    attempts: AtomicUsize,
    fails_at_random: AtomicBool,
}

/// Mailboxes that do not exist begin with `unknown`.
pub struct MailServer {
    port: u16,
    tls: EmailTls,
    /// Its certificate, which no public authority signed.
    certificate: NamedTempFile,
    inner: Arc<Inner>,
}

impl MailServer {
    pub async fn start() -> Self {
        Self::start_with(EmailTls::Starttls).await
    }

    /// With [`EmailTls::Tls`], connections begin with TLS, as on port 465.
    pub async fn start_with(tls: EmailTls) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let inner = Arc::<Inner>::default();
        let (acceptor, certificate) = acceptor();
        let kept = inner.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (acceptor, inner) = (acceptor.clone(), kept.clone());
                tokio::spawn(async move { serve(socket, tls, acceptor, inner).await });
            }
        });
        Self { port, tls, certificate, inner }
    }

    pub fn received(&self) -> Vec<Mail> {
        self.inner.received.lock().unwrap().clone()
    }

    /// From now on, half of the mails are refused for the moment, or their connection breaks.
    pub fn fail_at_random(&self) {
        self.inner.fails_at_random.store(true, Ordering::SeqCst);
    }

    /// Mails that were begun, also those that were not accepted.
    pub fn attempts(&self) -> usize {
        self.inner.attempts.load(Ordering::SeqCst)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn certificate(&self) -> &Path {
        self.certificate.path()
    }

    pub fn config(&self) -> EmailConfig {
        EmailConfig { tls: self.tls, ..config_of(self.port, &self.certificate().display().to_string()) }
    }
}

/// Of a server with STARTTLS, which another process has started.
pub fn config_of(port: u16, certificate: &str) -> EmailConfig {
    EmailConfig {
        host: "localhost".to_owned(),
        port,
        tls: EmailTls::Starttls,
        username: USER.to_owned(),
        password: PASSWORD.into(),
        from: "Heuan <orders@shop.example>".to_owned(),
        reply_to: "help@shop.example".to_owned(),
        return_path: String::new(),
        ca_file: certificate.to_owned(),
        invalid_codes: vec!["550".to_owned()],
        per_minute: 1000,
        timeout_s: 50,
    }
}

fn acceptor() -> (TlsAcceptor, NamedTempFile) {
    let CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let config = ServerConfig::builder_with_provider(ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], signing_key.into())
        .unwrap();
    let file = NamedTempFile::new().unwrap();
    std::fs::write(file.path(), cert.pem()).unwrap();
    (TlsAcceptor::from(Arc::new(config)), file)
}

struct Recorder {
    mail: Mail,
    fate: Fate,
    inner: Arc<Inner>,
    is_authenticated: bool,
    /// Whether the connection breaks before the next reply.
    breaks: Arc<AtomicBool>,
}

impl Handler for Recorder {
    fn auth_plain(&mut self, _: &str, user: &str, password: &str) -> Response {
        self.is_authenticated = user == USER && password == PASSWORD;
        if self.is_authenticated { AUTH_OK } else { INVALID_CREDENTIALS }
    }

    fn mail(&mut self, _: IpAddr, _: &str, from: &str) -> Response {
        let turn = self.inner.attempts.fetch_add(1, Ordering::SeqCst);
        self.fate =
            if self.inner.fails_at_random.load(Ordering::SeqCst) { random(turn) } else { Fate::Accepted };
        self.mail = Mail { from: from.to_owned(), was_encrypted: self.is_authenticated, ..Mail::default() };
        OK
    }

    fn rcpt(&mut self, to: &str) -> Response {
        if to.starts_with("unknown") {
            return NO_MAILBOX;
        }
        if self.fate == Fate::Greylisted {
            return INTERNAL_ERROR;
        }
        self.mail.to.push(to.to_owned());
        OK
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.mail.content.push_str(&String::from_utf8_lossy(bytes));
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        if matches!(self.fate, Fate::Accepted | Fate::ReplyLost) {
            self.inner.received.lock().unwrap().push(std::mem::take(&mut self.mail));
        }
        self.breaks.store(matches!(self.fate, Fate::ReplyLost | Fate::Cut), Ordering::SeqCst);
        if self.fate == Fate::OutOfSpace { OUT_OF_SPACE } else { OK }
    }
}

async fn serve(socket: TcpStream, tls: EmailTls, acceptor: TlsAcceptor, inner: Arc<Inner>) {
    let mut builder = SessionBuilder::new("mail.example");
    if tls == EmailTls::Starttls {
        // Before STARTTLS it offers no authentication.
        builder.enable_start_tls();
    }
    builder.enable_auth(AuthMechanism::Plain);
    let breaks = Arc::<AtomicBool>::default();
    let recorder = Recorder {
        mail: Mail::default(),
        fate: Fate::Accepted,
        inner,
        is_authenticated: false,
        breaks: breaks.clone(),
    };
    let mut session = builder.build(Ipv4Addr::LOCALHOST.into(), recorder);
    let mut socket = socket;
    if tls == EmailTls::Starttls {
        let mut plain = BufReader::new(socket);
        answer(&mut plain, &session.greeting()).await;
        if converse(&mut plain, &mut session, &breaks).await != Action::UpgradeTls {
            return;
        }
        socket = plain.into_inner();
    }
    let Ok(encrypted) = acceptor.accept(socket).await else { return };
    session.tls_active();
    let mut encrypted = BufReader::new(encrypted);
    if tls == EmailTls::Tls {
        answer(&mut encrypted, &session.greeting()).await;
    }
    converse(&mut encrypted, &mut session, &breaks).await;
}

/// Until the connection is closed or to be encrypted.
async fn converse<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut BufReader<S>,
    session: &mut Session<Recorder>,
    breaks: &AtomicBool,
) -> Action {
    let mut line = Vec::new();
    loop {
        line.clear();
        if stream.read_until(b'\n', &mut line).await.unwrap_or(0) == 0 {
            return Action::Close;
        }
        let response = session.process(&line);
        if breaks.load(Ordering::SeqCst) {
            return Action::Close;
        }
        if response.action != Action::NoReply {
            answer(stream, &response).await;
        }
        // The session would read the next command as a part of the refused text.
        if response.code == OUT_OF_SPACE.code {
            return Action::Close;
        }
        if matches!(response.action, Action::Close | Action::UpgradeTls) {
            return response.action;
        }
    }
}

async fn answer<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut BufReader<S>, response: &Response) {
    let mut bytes = Cursor::new(Vec::new());
    response.write_to(&mut bytes).unwrap();
    let _ = stream.get_mut().write_all(&bytes.into_inner()).await;
    let _ = stream.get_mut().flush().await;
}
