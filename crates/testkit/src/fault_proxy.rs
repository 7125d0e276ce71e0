//! TCP proxy that injects network faults in tests: stalled, closed and slow connections.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};

/// Fault that the proxy injects from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No fault.
    None,
    /// Connections stay open without traffic: a stalled service.
    Stall,
    /// Connections are closed and new ones dropped: a dead service.
    Cut,
    /// All traffic is delayed: a distant or overloaded service.
    Delay(Duration),
}

/// TCP proxy between two services under test that injects faults.
pub struct FaultProxy {
    pub address: SocketAddr,
    fault: watch::Sender<Fault>,
    connections: Arc<AtomicUsize>,
    accept: tokio::task::JoinHandle<()>,
}

impl FaultProxy {
    /// Listens on a free loopback port and forwards to `target`.
    pub async fn start(target: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let fault = watch::Sender::new(Fault::None);
        let seen = fault.subscribe();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        let accept = tokio::spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                open.spawn(pass(client, target, seen.clone()));
            }
        });
        Ok(Self { address, fault, connections, accept })
    }

    /// Returns the number of accepted connections.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub fn set(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }
}

impl Drop for FaultProxy {
    fn drop(&mut self) {
        self.accept.abort();
    }
}

async fn pass(client: TcpStream, target: SocketAddr, mut fault: watch::Receiver<Fault>) {
    if *fault.borrow() == Fault::Cut {
        return;
    }
    let Ok(server) = TcpStream::connect(target).await else { return };
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let mut up = fault.clone();
    let mut down = fault.clone();
    tokio::select! {
        _ = pump(&mut from_client, &mut to_server, &mut up) => {}
        _ = pump(&mut from_server, &mut to_client, &mut down) => {}
        _ = fault.wait_for(|fault| *fault == Fault::Cut) => {}
    }
}

async fn pump(
    from: &mut (impl io::AsyncRead + Unpin),
    to: &mut (impl io::AsyncWrite + Unpin),
    fault: &mut watch::Receiver<Fault>,
) -> io::Result<()> {
    use io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let read = from.read(&mut bytes).await?;
        if read == 0 {
            return Ok(());
        }
        let flows = |fault: &Fault| matches!(fault, Fault::None | Fault::Delay(_));
        let Ok(fault) = fault.wait_for(flows).await.map(|fault| *fault) else { return Ok(()) };
        if let Fault::Delay(time) = fault {
            tokio::time::sleep(time).await;
        }
        to.write_all(&bytes[..read]).await?;
    }
}
