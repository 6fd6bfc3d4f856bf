import type { WebPages } from './dist.ts'

export interface CspSources {
  connect?: readonly string[]
  images?: readonly string[]
}

/** Hosts the configuration names, for images only: the map tile server and those of customers' photos (decision 344). */
export const cspOf = ({
  mapTiles,
  customerPhotoOrigins,
}: {
  mapTiles?: { url: string }
  customerPhotoOrigins: readonly string[]
}): CspSources => ({
  images: [...(mapTiles ? [new URL(mapTiles.url).origin] : []), ...customerPhotoOrigins],
})

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
