//! TCP ports that are bound at the start and accept connections later, so that a taken port fails the start at once.

use std::{io, net::SocketAddr};

use tokio::net::{TcpListener, TcpSocket};

/// Listen backlog.
const BACKLOG: u32 = 1024;

/// A bound port that does not accept connections yet. Connections are refused until [`ReservedPort::listen`], so that a taken
/// port is found before anything else is opened.
#[derive(Debug)]
pub struct ReservedPort {
    wanted: SocketAddr,
    /// `None` for port 0, which is always available.
    socket: Option<TcpSocket>,
}

impl ReservedPort {
    /// Binds a port. Fails if another program listens there. Must be called inside a Tokio runtime.
    pub fn new(wanted: SocketAddr) -> io::Result<Self> {
        let socket = (wanted.port() != 0).then(|| bound(wanted)).transpose()?;
        Ok(Self { wanted, socket })
    }

    pub fn wanted(&self) -> SocketAddr {
        self.wanted
    }

    /// Accepts connections from now on.
    pub fn listen(self) -> io::Result<TcpListener> {
        let socket = self.socket.map_or_else(|| bound(self.wanted), Ok)?;
        socket.listen(BACKLOG)
    }
}

fn bound(address: SocketAddr) -> io::Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // SO_REUSEADDR is set, because otherwise a restart would wait for connections in TIME_WAIT.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpStream;

    use super::*;

    #[tokio::test]
    async fn port_in_use_is_refused_and_a_free_one_accepts_connections() {
        let taken = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = taken.local_addr().unwrap();
        let refused = ReservedPort::new(address).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AddrInUse);
        drop(taken);
        let reserved = ReservedPort::new(address).unwrap();
        assert!(TcpStream::connect(address).await.is_err(), "it is not open yet");
        let listener = reserved.listen().unwrap();
        TcpStream::connect(address).await.unwrap();
        assert_eq!(listener.local_addr().unwrap(), address);

        let any = ReservedPort::new(([127, 0, 0, 1], 0).into()).unwrap().listen().unwrap();
        assert_ne!(any.local_addr().unwrap().port(), 0);
    }
}
