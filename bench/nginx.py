"""nginx that serves files: the reference for responses of the edge's cache."""

import os
from pathlib import Path

from processes import Process, free_port

PROGRAM = "/usr/sbin/nginx"
# Fastest settings for static files: no access log, open files cached, connections kept open.
CONFIG = """
{user}
daemon off;
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_timeout 75s;
    keepalive_requests 1000000000;
    open_file_cache max=100;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    types {{ application/json json; }}
    server {{
        listen 127.0.0.1:{port};
        root {folder}/www;
        location /br/ {{
            add_header Content-Encoding br;
            add_header Vary Accept-Encoding;
        }}
    }}
}}
"""


class Nginx(Process):
    """Running nginx. `files` maps paths below the root to contents; those in `br/` are sent with the encoding `br`."""

    def __init__(self, folder: Path, files: dict[str, bytes]):
        self.port = free_port()
        for path, content in files.items():
            file = folder / "www" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        config = folder / "nginx.conf"
        # Workers run as another user if the master runs as root, and could not read the temporary folder.
        user = "user root;" if os.geteuid() == 0 else ""
        config.write_text(CONFIG.format(folder=folder, port=self.port, user=user))
        command = [PROGRAM, "-p", str(folder), "-c", str(config), "-e", str(folder / "error.log")]
        super().__init__(command, folder / "nginx.log")
        self.wait_for_200(self.port, "/" + next(iter(files)))
