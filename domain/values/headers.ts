/** Headers that belong to the connection, or would tell a proxy what to do; in lower case. No account sets them. */
export const CONNECTION_HEADERS =
  /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|accept-encoding)$/;
