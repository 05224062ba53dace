/** Column types that every table shares, in the dialect MySQL 8 and MariaDB have in common. */
export const ID = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin';
/** A short machine word (status, kind, channel). */
export const WORD = 'VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin';
/** A JSON document as text: both servers keep it byte for byte, key order included. */
export const JSON_TEXT = 'MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
/** A point in time, UTC, in milliseconds. */
export const TIME = 'DATETIME(3)';
/** Something chosen by others and compared byte by byte: a collation would fold case or trailing spaces. */
export const BYTES = 'VARBINARY(1020)';
/** Ends each CREATE TABLE. */
export const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
