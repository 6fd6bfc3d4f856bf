import { once } from 'node:events'
import { startBalancer } from '../scale/balancer.ts'

/**
 * The balancer of the rolling restart, in a process of its own: the sockets it passes on must not delay the messages that
 * are measured. Tells the parent its address.
 */

const [urls] = (await once(process, 'message')) as [string[]]
const { url } = await startBalancer(urls)
process.send?.(url)
