import { useEffect, useState } from 'react'
import { onAnnounce } from '../../lib/browser/announce.ts'

/** Live region for `announce()`. Repeated texts are announced again. */
export function LiveRegion() {
  const [said, setSaid] = useState({ text: '', count: 0 })
  useEffect(() => onAnnounce((text) => setSaid(({ count }) => ({ text, count: count + 1 }))), [])
  return (
    <p role="status" className="sr-only">
      {said.text}
      {said.count % 2 ? ' ' : ''}
    </p>
  )
}
