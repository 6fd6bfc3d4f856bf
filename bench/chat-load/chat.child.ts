import type { AddressInfo } from 'node:net'

/** In a server process: sends the parent its address and answers its queries about this process. */
export function answerParent(address: AddressInfo | string | null): void {
  if (typeof address !== 'object' || address === null) throw new Error('Not listening')
  process.send?.({ port: address.port })
  process.on('message', (question) => {
    if (question === 'usage') {
      globalThis.gc?.()
      const { user, system } = process.cpuUsage()
      process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() })
    }
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
