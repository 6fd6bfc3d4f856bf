import type { ReactNode, SVGProps } from 'react'

// Icons of the sign-in pages, inline so that they need no icon library.

function Glyph({ children, ...rest }: { children: ReactNode } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {children}
    </svg>
  )
}

type Props = SVGProps<SVGSVGElement>

/** Check mark. */
export const CheckGlyph = (props: Props) => (
  <Glyph {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Glyph>
)

/** Cross, for closing. */
export const CrossGlyph = (props: Props) => (
  <Glyph {...props}>
    <path d="M6 6l12 12M18 6 6 18" />
  </Glyph>
)

/** Exclamation mark in a circle. */
export const AlertGlyph = (props: Props) => (
  <Glyph {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.25M12 16.25v.01" />
  </Glyph>
)

/** Check mark in a circle. */
export const TickGlyph = (props: Props) => (
  <Glyph {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="m8.5 12.25 2.5 2.5 4.5-5" />
  </Glyph>
)

/** Information sign in a circle. */
export const InfoGlyph = (props: Props) => (
  <Glyph {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11.25v5M12 7.75v.01" />
  </Glyph>
)

/** Chevron pointing down. */
export const DownGlyph = (props: Props) => (
  <Glyph {...props}>
    <path d="m7 10 5 5 5-5" />
  </Glyph>
)

/** Loading spinner. */
export const Spinner = (props: Props) => (
  <Glyph strokeWidth={2.5} {...props} className={`animate-spin ${props.className ?? ''}`}>
    <circle cx="12" cy="12" r="9" opacity={0.25} />
    <path d="M21 12a9 9 0 0 0-9-9" />
  </Glyph>
)

/** The product's logo. */
export const Mark = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <path
      d="M11 24.5V9.5h11.5M11 17h8.5"
      fill="none"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-on-accent"
    />
  </svg>
)
