"""File system of a few megabytes that a test can fill and free again.

It is mounted in a mount namespace of this process and its children, so the kernel removes it when they end.
"""

import errno
import os
import subprocess
import sys
from pathlib import Path

from mesh import Failure

FILLER = "filler"
INSIDE = "HEUAN_SMALL_DISK"


def enter() -> None:
    """Restarts this program in a mount namespace, and returns in the restarted program. Root needs no user namespace."""
    if os.environ.get(INSIDE):
        return
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    if subprocess.run([*unshare, "true"], check=False, capture_output=True).returncode:
        raise Failure("no file system can be mounted: root or user namespaces (unshare --user) are required")
    os.execvpe(unshare[0], [*unshare, sys.executable, *sys.argv], os.environ | {INSIDE: "1"})


class SmallDisk:
    """File system at `folder`, which is created if missing and belongs to `owner` if given. Call `enter` before."""

    def __init__(self, folder: Path, megabytes: int, owner: str | None = None):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", folder], check=True)
        if owner:
            subprocess.run(["chown", f"{owner}:", folder], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Lazy, because processes may still have files open.
        subprocess.run(["umount", "--lazy", self.folder], check=False)

    def fill(self) -> None:
        """Writes a file until the kernel refuses one more byte with ENOSPC."""
        try:
            with (self.folder / FILLER).open("ab", buffering=0) as filler:
                for size in (1 << 20, 1 << 12, 1):
                    self._append(filler, size)
        except OSError as error:
            # There is no room for the file itself.
            if error.errno != errno.ENOSPC:
                raise

    @staticmethod
    def _append(filler, size: int) -> None:
        """Appends `size` bytes at a time, until they do not fit."""
        while True:
            try:
                filler.write(b"\0" * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                return

    def free(self) -> None:
        (self.folder / FILLER).unlink(missing_ok=True)

    def free_bytes(self) -> int:
        about = os.statvfs(self.folder)
        return about.f_bavail * about.f_bsize
