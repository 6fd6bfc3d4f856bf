import { useEffect, useState } from 'react'
import { onAnnounce } from '../lib/browser/announce.ts'

/** Reads `announce()` aloud. The same text twice is read twice. */
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
