import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'

export interface Back {
  to: string
  label: ReactNode
  /** How many history entries back `to` is: going back keeps its state. Absent: `to` is opened as a new entry. */
  steps?: number
}

/** Link above a title, to the page before. */
export function BackLink({ back: { to, label, steps } }: { back: Back }) {
  const navigate = useNavigate()
  return (
    <Link
      to={to}
      onClick={(event) => {
        const isForAnotherTab = event.metaKey || event.ctrlKey || event.shiftKey
        if (steps === undefined || isForAnotherTab) return
        event.preventDefault()
        void navigate(-steps)
      }}
      className="-ms-2 -mt-2 inline-flex min-h-11 items-center gap-0.5 justify-self-start rounded-control pe-3 text-sm font-semibold text-text-muted hover:text-text"
    >
      <ChevronLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
      {label}
    </Link>
  )
}
