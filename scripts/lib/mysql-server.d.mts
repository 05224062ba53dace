interface ServerVersion {
  mariadb: boolean;
  major: number;
  minor: number;
  text: string;
}

/** Reads the flavour and version from what `--version` prints. */
export function parseServerVersion(text: string): ServerVersion | undefined;

/** Tells whether a server is MySQL 8.0 or MariaDB 10.6 at least. */
export function isSupported(version: ServerVersion): boolean;
