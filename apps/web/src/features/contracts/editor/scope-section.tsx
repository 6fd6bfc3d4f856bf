import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import type { EditorSectionProps } from './section-props.ts'

/** Title, scope and exclusions. */
export function ScopeSection({ form, problems, set }: EditorSectionProps) {
  return (
    <Section title={<Trans>The work</Trans>}>
      <Card className="grid gap-5 p-4 md:p-5">
        <TextField
          label={t`Title`}
          maxLength={120}
          value={form.title}
          placeholder={t`Name of the job`}
          onChange={({ target }) => set({ title: target.value })}
          error={problems['title']}
        />
        <TextAreaField
          label={t`Scope of work`}
          rows={6}
          maxLength={20_000}
          count={{ used: form.scopeOfWork.length, of: 20_000 }}
          value={form.scopeOfWork}
          onChange={({ target }) => set({ scopeOfWork: target.value })}
          error={problems['scopeOfWork']}
        />
        <TextAreaField
          label={t`Not included`}
          optional
          rows={2}
          maxLength={5000}
          value={form.exclusions}
          onChange={({ target }) => set({ exclusions: target.value })}
          error={problems['exclusions']}
        />
      </Card>
    </Section>
  )
}
