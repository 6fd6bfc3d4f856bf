export const USER = 'fettle'
export const DATABASE = 'fettle'

/** The address of the embedded database: on a socket in a folder of its own, or on a port of this machine. */
export function connectionUrl(listenAddress: { folder: string } | { port: number }, password: string): string {
  const credentials = `${USER}:${encodeURIComponent(password)}`
  return 'folder' in listenAddress
    ? `postgres://${credentials}@localhost/${DATABASE}?host=${encodeURIComponent(listenAddress.folder)}`
    : `postgres://${credentials}@127.0.0.1:${listenAddress.port}/${DATABASE}`
}
