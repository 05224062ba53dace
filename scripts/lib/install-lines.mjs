/** The exact lines that bring a database server, by package manager. */
export const mysqlLines = [
  'Debian, Ubuntu   sudo apt-get update && sudo apt-get install -y mariadb-server',
  'Fedora, RHEL     sudo dnf install -y mariadb-server',
  'macOS            brew install mariadb',
  'Windows          winget install MariaDB.Server',
  'Docker           docker run -d --name las-mysql -p 127.0.0.1:3306:3306 -e MARIADB_ROOT_PASSWORD=las -e MARIADB_DATABASE=las -e MARIADB_USER=las -e MARIADB_PASSWORD=las mariadb:11.4',
  '                 then: export DATABASE_URL=mysql://las:las@127.0.0.1:3306/las',
];

/** The version of Temporal's CLI; the newest one that `go install` can build. */
export const TEMPORAL_VERSION = '1.5.1';

const goLine = `go install github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_VERSION} && export PATH="$PATH:$(go env GOPATH)/bin"`;

/** The exact lines that bring Temporal's CLI, which holds its development server. */
export const temporalLines = [
  `Debian, Ubuntu   sudo apt-get install -y golang && ${goLine}`,
  `Fedora, RHEL     sudo dnf install -y golang && ${goLine}`,
  'macOS            brew install temporal',
  'Windows          winget install Temporal.TemporalCLI',
  `Docker           docker run -d --name las-temporal -p 127.0.0.1:7233:7233 -p 127.0.0.1:8233:8233 temporalio/temporal:${TEMPORAL_VERSION} server start-dev --ip 0.0.0.0`,
  '                 then: export TEMPORAL_ADDRESS=127.0.0.1:7233',
];

/** The exact lines that bring Node. */
export const nodeLines = [
  'Debian, Ubuntu   sudo apt-get install -y nodejs npm',
  'Fedora, RHEL     sudo dnf install -y nodejs npm',
  'macOS            brew install node@24',
  'Windows          winget install OpenJS.NodeJS.LTS',
];
