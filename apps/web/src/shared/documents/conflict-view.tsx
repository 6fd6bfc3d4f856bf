import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { ConflictChoice } from './use-document-autosave.ts'

interface ConflictViewProps {
  /** Names what changed while it was edited. */
  title: ReactNode
  mine: ReactNode
  /** Null when it was deleted. */
  theirs: ReactNode
  /** Shown instead of the other version when it was deleted. */
  deleted?: ReactNode
  onChoose: (choice: ConflictChoice) => Promise<void>
  /** Further comparison below both versions. */
  children?: ReactNode
}

/** Scrolls the conflict into view: autosave is paused until the user chooses. */
const scrollIntoView = (section: HTMLElement | null) => {
  section?.scrollIntoView({ block: 'nearest' })
}

/** Resolves an edit conflict: both versions side by side, and the choice. */
export function ConflictView({ title, mine, theirs, deleted, onChoose, children }: ConflictViewProps) {
  const [busy, setBusy] = useState<ConflictChoice>()
  const choose = (choice: ConflictChoice) => {
    setBusy(choice)
    void onChoose(choice).finally(() => setBusy(undefined))
  }
  return (
    <section
      ref={scrollIntoView}
      role="alert"
      className="grid gap-4 rounded-card border border-danger bg-surface-raised p-4 md:p-5"
    >
      <div>
        <h2 className="text-lg font-semibold text-danger">{title}</h2>
        <p className="text-sm">
          <Trans>
            It was edited somewhere else, perhaps by you in another tab. Choose which version to keep. Nothing is lost
            until you do.
          </Trans>
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Version title={<Trans>This version</Trans>} content={mine}>
          <Button busy={busy === 'mine'} onClick={() => choose('mine')}>
            <Trans>Keep mine</Trans>
          </Button>
        </Version>
        {theirs ? (
          <Version title={<Trans>Other version</Trans>} content={theirs}>
            <Button variant="secondary" busy={busy === 'theirs'} onClick={() => choose('theirs')}>
              <Trans>Use the other version</Trans>
            </Button>
          </Version>
        ) : (
          <p className="text-text-muted">{deleted}</p>
        )}
      </div>
      {children}
    </section>
  )
}

const Version = ({ title, content, children }: { title: ReactNode; content: ReactNode; children: ReactNode }) => (
  <div className="grid content-start gap-2 rounded-control bg-surface-sunken p-4">
    <h3 dir="auto" className="text-sm font-semibold text-text-muted">
      {title}
    </h3>
    {content}
    <div className="mt-1">{children}</div>
  </div>
)
