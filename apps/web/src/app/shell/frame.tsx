import { Trans } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { Mark } from '../../ui/icons/glyphs.tsx'
import { paths } from '../../routing/paths.ts'
import { Rail } from './rail.tsx'

export interface FrameProps {
  /** Right end of the top bar: bell and account menu. */
  tools?: ReactNode
  bottom?: ReactNode
  /** Full-width banner between top bar and content. */
  notice?: ReactNode
  mainRef?: Ref<HTMLElement>
  children: ReactNode
}

/** The app frame: rail, top bar, content and bottom bar. The build prerenders it for the first paint. */
export function Frame({ tools, bottom, notice, mainRef, children }: FrameProps) {
  return (
    <div className="flex h-dvh overflow-hidden bg-surface">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-text px-4 py-3 font-semibold text-surface focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        <Trans>Skip to content</Trans>
      </a>
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col short:overflow-y-auto">
        <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line bg-surface ps-4 pe-1.5 max-md:in-data-immersive:hidden md:justify-end md:border-b-0 md:pe-6">
          <Link
            to={paths.home}
            className="me-auto flex min-h-11 items-center gap-2 rounded-control text-lg font-semibold tracking-tight md:hidden"
          >
            <Mark className="size-7 shrink-0" />
            {/* Gone where large text needs the room for the tools. */}
            <span className="max-w-[calc((100vw-14rem)*99)] overflow-hidden">Fettle</span>
          </Link>
          {tools}
        </header>
        {notice}
        <main
          id="main"
          ref={mainRef}
          tabIndex={-1}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain short:min-h-full short:overscroll-auto"
        >
          {children}
        </main>
        {bottom}
      </div>
    </div>
  )
}

/** Frame without navigation, for the screens before the app proper. */
export function BareFrame({ tools, notice, mainRef, children }: Omit<FrameProps, 'bottom'>) {
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-surface">
      <header className="flex h-14 shrink-0 items-center justify-between gap-2 border-b border-line ps-4 pe-1.5 md:px-8">
        <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
          <Mark className="size-7" />
          Fettle
        </span>
        <div className="flex items-center gap-1">{tools}</div>
      </header>
      {notice}
      <main id="main" ref={mainRef} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {children}
      </main>
    </div>
  )
}
