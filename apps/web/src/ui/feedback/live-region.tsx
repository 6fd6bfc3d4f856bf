import { useEffect, useState } from 'react'
import { onAnnounce } from '../../lib/browser/announce.ts'

/** Live region for `announce()`. Repeated texts are announced again. */
export function LiveRegion() {
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 })
  useEffect(() => onAnnounce((text) => setAnnouncement(({ count }) => ({ text, count: count + 1 }))), [])
  return (
    <p role="status" className="sr-only">
      {announcement.text}
      {announcement.count % 2 ? ' ' : ''}
    </p>
  )
}
