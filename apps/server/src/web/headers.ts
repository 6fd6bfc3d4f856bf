import type { WebPages } from './dist.ts'

export interface CspSources {
  connect?: readonly string[]
  images?: readonly string[]
}

/**
 * Hosts the configuration names: for images the map tile server and those of customers' photos (decision 344), for calls
 * Novu.
 */
export const cspOf = ({
  mapTiles,
  customerPhotoOrigins,
  novu,
}: {
  mapTiles?: { url: string } | undefined
  customerPhotoOrigins: readonly string[]
  novu?: { apiUrl: string; socketUrl: string } | undefined
}): CspSources => ({
  images: [...(mapTiles ? [new URL(mapTiles.url).origin] : []), ...customerPhotoOrigins],
  connect: novu ? [new URL(novu.apiUrl).origin, socketSourceOf(novu.socketUrl)] : [],
})

/** Source of a socket. One that begins with `http` does not allow WebSockets, but one with `ws` allows both. */
const socketSourceOf = (url: string): string => new URL(url).origin.replace(/^http/, 'ws')

/** Content security policy: only our own scripts, frames and forms; inline parts only by hash. */
export function contentSecurityPolicy(csp: WebPages['csp'], extra: CspSources = {}): string {
  const list = (...sources: readonly string[]) => ["'self'", ...sources].join(' ')
  return [
    "default-src 'none'",
    `script-src ${list(...csp.scripts)}`,
    `style-src ${list(...csp.styles)}`,
    `img-src ${list('data:', 'blob:', ...(extra.images ?? []))}`,
    `media-src ${list('blob:')}`,
    `font-src 'self'`,
    `connect-src ${list(...(extra.connect ?? []))}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()',
}
