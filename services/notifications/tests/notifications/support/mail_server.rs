//! An SMTP server with authentication behind STARTTLS or TLS, which records what it receives.

use std::{
    io::{self, Cursor},
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, Mutex},
};

use heuan_notifications::{EmailConfig, EmailTls};
use mailin::{
    Action, AuthMechanism, Handler, Response, Session, SessionBuilder,
    response::{AUTH_OK, INVALID_CREDENTIALS, NO_MAILBOX, OK},
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

/// Mailboxes that do not exist begin with `unknown`.
pub struct MailServer {
    port: u16,
    tls: EmailTls,
    /// Its certificate, which no public authority signed.
    certificate: NamedTempFile,
    received: Arc<Mutex<Vec<Mail>>>,
}

impl MailServer {
    pub async fn start() -> Self {
        Self::start_with(EmailTls::Starttls).await
    }

    /// With [`EmailTls::Tls`], connections begin with TLS, as on port 465.
    pub async fn start_with(tls: EmailTls) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let received = Arc::<Mutex<Vec<Mail>>>::default();
        let (acceptor, certificate) = acceptor();
        let kept = received.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (acceptor, received) = (acceptor.clone(), kept.clone());
                tokio::spawn(async move { serve(socket, tls, acceptor, received).await });
            }
        });
        Self { port, tls, certificate, received }
    }

    pub fn received(&self) -> Vec<Mail> {
        self.received.lock().unwrap().clone()
    }

    pub fn config(&self) -> EmailConfig {
        EmailConfig {
            host: "localhost".to_owned(),
            port: self.port,
            tls: self.tls,
            username: USER.to_owned(),
            password: PASSWORD.into(),
            from: "Heuan <orders@shop.example>".to_owned(),
            reply_to: "help@shop.example".to_owned(),
            return_path: String::new(),
            ca_file: self.certificate.path().display().to_string(),
            invalid_codes: vec!["550".to_owned()],
            per_minute: 1000,
            timeout_s: 60,
        }
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
    received: Arc<Mutex<Vec<Mail>>>,
    is_authenticated: bool,
}

impl Handler for Recorder {
    fn auth_plain(&mut self, _: &str, user: &str, password: &str) -> Response {
        self.is_authenticated = user == USER && password == PASSWORD;
        if self.is_authenticated { AUTH_OK } else { INVALID_CREDENTIALS }
    }

    fn mail(&mut self, _: IpAddr, _: &str, from: &str) -> Response {
        self.mail = Mail { from: from.to_owned(), was_encrypted: self.is_authenticated, ..Mail::default() };
        OK
    }

    fn rcpt(&mut self, to: &str) -> Response {
        if to.starts_with("unknown") {
            return NO_MAILBOX;
        }
        self.mail.to.push(to.to_owned());
        OK
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.mail.content.push_str(&String::from_utf8_lossy(bytes));
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        self.received.lock().unwrap().push(std::mem::take(&mut self.mail));
        OK
    }
}

async fn serve(socket: TcpStream, tls: EmailTls, acceptor: TlsAcceptor, received: Arc<Mutex<Vec<Mail>>>) {
    let mut builder = SessionBuilder::new("mail.example");
    if tls == EmailTls::Starttls {
        // Before STARTTLS it offers no authentication.
        builder.enable_start_tls();
    }
    builder.enable_auth(AuthMechanism::Plain);
    let recorder = Recorder { mail: Mail::default(), received, is_authenticated: false };
    let mut session = builder.build(Ipv4Addr::LOCALHOST.into(), recorder);
    let mut socket = socket;
    if tls == EmailTls::Starttls {
        let mut plain = BufReader::new(socket);
        answer(&mut plain, &session.greeting()).await;
        if converse(&mut plain, &mut session).await != Action::UpgradeTls {
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
    converse(&mut encrypted, &mut session).await;
}

/// Until the connection is closed or to be encrypted.
async fn converse<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut BufReader<S>,
    session: &mut Session<Recorder>,
) -> Action {
    let mut line = Vec::new();
    loop {
        line.clear();
        if stream.read_until(b'\n', &mut line).await.unwrap_or(0) == 0 {
            return Action::Close;
        }
        let response = session.process(&line);
        if response.action != Action::NoReply {
            answer(stream, &response).await;
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
