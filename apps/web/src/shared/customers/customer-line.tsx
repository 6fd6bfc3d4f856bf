import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'

interface CustomerLineProps {
  name: string
  avatar: string | null
  /** Facts after the name. */
  children?: ReactNode
  className?: string
}

/** One line with a customer's picture, name and further facts; too long a line is cut. */
export const CustomerLine = ({ name, avatar, children, className }: CustomerLineProps) => (
  <span className={clsx('flex min-w-0 items-center gap-2', className)}>
    <Avatar name={name} src={avatar} size="xs" />
    {/* In the direction of the name, whose beginning would be cut off otherwise. */}
    <span dir="auto" className="min-w-0 truncate">
      {name}
      {children}
    </span>
  </span>
)
