export const USER = 'fettle'
export const DATABASE = 'fettle'

/** Connection URL of the embedded database: on a socket in its own folder, or on a local port. */
export function connectionUrl(listenAddress: { folder: string } | { port: number }, password: string): string {
  const credentials = `${USER}:${encodeURIComponent(password)}`
  return 'folder' in listenAddress
    ? `postgres://${credentials}@localhost/${DATABASE}?host=${encodeURIComponent(listenAddress.folder)}`
    : `postgres://${credentials}@127.0.0.1:${listenAddress.port}/${DATABASE}`
}
