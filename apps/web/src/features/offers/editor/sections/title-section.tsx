import { t } from '@lingui/core/macro'
import { Card } from '../../../../ui/layout/card.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import type { OfferProblems } from '../problems.ts'
import type { Editing } from '../use-editing.ts'

/** Title of the offer. */
export function TitleSection({ editing, problems }: { editing: Editing; problems: OfferProblems }) {
  const { content, edit } = editing
  return (
    <Card className="grid gap-5 p-4 md:p-5">
      <TextField
        label={t`Title`}
        value={content.title}
        maxLength={120}
        placeholder={t`Name of the job`}
        onChange={({ target }) => edit((before) => ({ ...before, title: target.value }), 'title')}
        error={problems['title']}
      />
    </Card>
  )
}
