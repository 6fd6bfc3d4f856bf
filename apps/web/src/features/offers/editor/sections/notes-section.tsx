import type { OfferDraft } from '@fettle/protocol/offers/content'
import { materialsBy } from '@fettle/protocol/offers/constants'
import { t, msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { parseWholeNumber } from '../../../../lib/format/amounts.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { Card, Section } from '../../../../ui/layout/card.tsx'
import { SelectField, TextAreaField } from '../../../../ui/forms/field.tsx'
import type { OfferProblems } from '../problems.ts'
import type { Editing } from '../use-editing.ts'
import { ValueField } from '../../../../shared/forms/value-field.tsx'
import { i18n, type MessageDescriptor } from '@lingui/core'

const materialLabels: Record<OfferDraft['materialsBy'], MessageDescriptor> = {
  PROVIDER: msg`You`,
  CUSTOMER: msg`The customer`,
  SHARED: msg`Both of you`,
}
const materialsLabel = (party: OfferDraft['materialsBy']): string => i18n._(materialLabels[party])

/** Terms, exclusions, warranty and materials. */
export function NotesSection({ editing, problems }: { editing: Editing; problems: OfferProblems }) {
  const { content, edit } = editing
  const set = (patch: Partial<OfferDraft>, tag: string) => edit((before) => ({ ...before, ...patch }), tag)
  return (
    <Section title={<Trans>Text and terms</Trans>}>
      <Card className="grid items-start gap-5 p-4 md:p-5 sm:grid-cols-2">
        <TextAreaField
          label={t`Introduction`}
          optional
          className="sm:col-span-2"
          rows={2}
          maxLength={2000}
          hint={<Trans>Shown at the top of the offer.</Trans>}
          value={content.intro}
          onChange={({ target }) => set({ intro: target.value }, 'intro')}
          error={problems['intro']}
        />
        <SelectField
          label={t`Who supplies materials?`}
          value={content.materialsBy}
          onChange={({ target }) => set({ materialsBy: target.value as OfferDraft['materialsBy'] }, 'materialsBy')}
        >
          {materialsBy.map((party) => (
            <option key={party} value={party}>
              {materialsLabel(party)}
            </option>
          ))}
        </SelectField>
        <ValueField
          label={t`Warranty (months)`}
          inputMode="numeric"
          value={String(content.warrantyMonths)}
          onText={(text) => {
            const months = parseWholeNumber(text, 120)
            if (months === undefined) return false
            set({ warrantyMonths: months }, 'warrantyMonths')
            return true
          }}
          wrong={t`Use at most 120 months.`}
          error={problems['warrantyMonths']}
        />
        <TextAreaField
          label={t`Not included`}
          optional
          className="sm:col-span-2"
          rows={2}
          maxLength={5000}
          value={content.exclusions}
          onChange={({ target }) => set({ exclusions: target.value }, 'exclusions')}
          error={problems['exclusions']}
        />
        <TextAreaField
          label={t`Terms`}
          optional
          className="sm:col-span-2"
          rows={3}
          maxLength={10_000}
          value={content.terms}
          onChange={({ target }) => set({ terms: target.value }, 'terms')}
          error={problems['terms']}
        />
        <Checkbox
          className="sm:col-span-2"
          label={<Trans>Require a signed contract before booking</Trans>}
          checked={content.requiresContract}
          onChange={({ target }) => set({ requiresContract: target.checked }, 'requiresContract')}
        />
      </Card>
    </Section>
  )
}
