import { BlockList, isIP } from 'node:net'

/** Which addresses are public, and which are this machine's own. */

const privateRanges = new BlockList()
for (const [network, prefixLength] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateRanges.addSubnet(network, prefixLength, 'ipv4')

// IPv6 allows only the globally routed range, without these parts of it that lead elsewhere.
const routedRanges = new BlockList()
routedRanges.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefixLength] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateRanges.addSubnet(network, prefixLength, 'ipv6')

/** Whether an address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean => /^(127\.\d+\.\d+\.\d+|::1)$/.test(address)

/** Whether an address is on the public internet, in any notation. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateRanges.check(address, 'ipv4')
  if (family !== 6) return false
  // IPv4 addresses within IPv6 (mapped, compatible, NAT64) are outside of 2000::/3.
  return routedRanges.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6')
}
