import type { ReactNode } from 'react'
import { fileUrl } from '../lib/session.ts'

/** A person's picture, or their initials. */
export function Avatar({ name, avatar, size = 48 }: { name: string; avatar: string | null; size?: number }): ReactNode {
  const style = { width: size, height: size }
  if (avatar) return <img src={fileUrl(avatar)} alt="" style={style} className="shrink-0 rounded-full object-cover" />
  const words = name.trim().split(/\s+/)
  const initials = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return (
    <span
      aria-hidden
      style={style}
      className="grid shrink-0 place-items-center rounded-full bg-soft font-semibold text-accent"
    >
      {initials.map((word) => word?.charAt(0)).join('')}
    </span>
  )
}
