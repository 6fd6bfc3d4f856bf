import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { labelOf } from '../groups.ts'
import { differences } from '../model.ts'
import { valueText } from './value-text.ts'

export interface ConflictProps {
  mine: object
  theirs: object
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shows both versions of a conflict side by side, so that no change is lost unseen. */
export function Conflict({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  const part = useRef<HTMLElement>(null)
  useEffect(() => part.current?.focus(), [])
  return (
    <section ref={part} tabIndex={-1} aria-label={t`Compare versions`} className="grid gap-4 outline-none">
      <Banner tone="warning" title={<Trans>This profile changed while you were editing.</Trans>}>
        <Trans>Choose which version to keep.</Trans>
      </Banner>
      <div className="overflow-x-auto">
        <table className="w-full text-start text-sm">
          <thead className="text-text-muted">
            <tr>
              <th scope="col" className="py-2 pe-4 text-start font-medium">
                <Trans>Field</Trans>
              </th>
              <th scope="col" className="py-2 pe-4 text-start font-medium">
                <Trans>Your version</Trans>
              </th>
              <th scope="col" className="py-2 text-start font-medium">
                <Trans>Saved version</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {differences(mine, theirs).map(({ field, mine: typed, theirs: stored }) => (
              <tr key={field} className="border-t border-line align-top">
                <th scope="row" className="py-2 pe-4 text-start font-medium">
                  {labelOf(field)}
                </th>
                <td className="py-2 pe-4">{valueText(field, typed)}</td>
                <td className="py-2">{valueText(field, stored)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:grid">
        <Button onClick={onKeepMine}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button variant="secondary" onClick={onTakeTheirs}>
          <Trans>Use saved version</Trans>
        </Button>
      </div>
    </section>
  )
}
