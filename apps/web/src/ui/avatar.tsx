import clsx from 'clsx'
import { useState } from 'react'

const sizes = {
  xs: 'size-6 text-[0.625rem]',
  sm: 'size-8 text-xs',
  md: 'size-10 text-sm',
  lg: 'size-14 text-lg',
  xl: 'size-24 text-2xl',
}

/** Initials of first and last name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const initialWords = words.length > 1 ? [words[0], words.at(-1)] : words
  return initialWords.map((word = '') => Array.from(word)[0]?.toUpperCase() ?? '').join('')
}

const colours = [
  'bg-person-1 text-on-person-1',
  'bg-person-2 text-on-person-2',
  'bg-person-3 text-on-person-3',
  'bg-person-4 text-on-person-4',
  'bg-person-5 text-on-person-5',
  'bg-person-6 text-on-person-6',
]

/** Colours of a person's initials: the same wherever their name is shown. */
function colourOf(name: string): string {
  let hash = 0
  for (const character of name.trim()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 997
  return colours[hash % colours.length] ?? ''
}

export interface AvatarProps {
  name: string
  src?: string | null | undefined
  size?: keyof typeof sizes
  /** Presence dot: filled or hollow. */
  presence?: 'online' | 'offline'
  className?: string
}

/** Picture, or initials in the person's colour without one. Decorative: the name is beside it. */
export function Avatar({ name, src, size = 'md', presence, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  return (
    <span aria-hidden="true" className={clsx('relative inline-block shrink-0', className)}>
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          decoding="async"
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
          className={clsx('rounded-full bg-surface-sunken object-cover', sizes[size])}
        />
      ) : (
        // Rendered by CSS, so that the initials are no text for screen readers.
        <span
          data-initials={initialsOf(name)}
          className={clsx(
            'before:content-[attr(data-initials)] grid place-items-center rounded-full font-semibold tracking-tight',
            colourOf(name),
            sizes[size],
          )}
        />
      )}
      {presence && (
        <span
          className={clsx(
            'absolute end-0 bottom-0 size-3 rounded-full border-2 border-surface-raised',
            presence === 'online' ? 'bg-success' : 'bg-line-strong',
          )}
        />
      )}
    </span>
  )
}
