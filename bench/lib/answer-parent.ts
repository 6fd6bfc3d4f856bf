import type { AddressInfo } from 'node:net'

/** In a server process: sends the parent its port, and ends with it. */
export function answerParent(address: AddressInfo | string | null): void {
  if (typeof address !== 'object' || address === null) throw new Error('Not listening')
  process.send?.({ port: address.port })
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
