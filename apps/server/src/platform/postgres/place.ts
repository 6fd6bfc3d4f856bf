export const USER = 'fettle'
export const DATABASE = 'fettle'

/** The address of the embedded database: on a socket in a folder of its own, or on a port of this machine. */
export function urlOf(place: { folder: string } | { port: number }, password: string): string {
  const credentials = `${USER}:${encodeURIComponent(password)}`
  return 'folder' in place
    ? `postgres://${credentials}@localhost/${DATABASE}?host=${encodeURIComponent(place.folder)}`
    : `postgres://${credentials}@127.0.0.1:${place.port}/${DATABASE}`
}
