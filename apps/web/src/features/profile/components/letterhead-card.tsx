import type { LetterheadColour } from '@fettle/protocol/accounts/letterhead'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Trash2 } from 'lucide-react'
import { Letterhead } from '../../../shared/documents/letterhead/letterhead.tsx'
import { profileErrorText } from '../../../shared/profile/profile-error-text.ts'
import { cacheProfile, useProfile } from '../../../shared/profile/profile.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx'
import { PictureButton } from '../../../ui/forms/file-drop.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { removeLogo, setLetterheadColour, setLogo } from '../api.ts'

const logoRules = { accept: 'image/jpeg,image/png,image/webp', maxBytes: 5_000_000 }

const colours: Record<LetterheadColour, MessageDescriptor> = {
  ORANGE: msg`Orange`,
  RED: msg`Red`,
  PINK: msg`Pink`,
  VIOLET: msg`Violet`,
  BLUE: msg`Blue`,
  TEAL: msg`Teal`,
  GREEN: msg`Green`,
  GREY: msg`Grey`,
}

/** Logo and colour of offers and invoices, with how they look. Every choice is saved at once. */
export function LetterheadCard() {
  const client = useQueryClient()
  const { letterhead } = useProfile()
  const failure = (error: Error) => profileErrorText(error, t`We couldn't save this.`)
  const outcome = {
    onSuccess: (profile: Profile) => {
      cacheProfile(client, profile)
      toast.success(t`Saved`, { id: 'letterhead' })
    },
    onError: (error: Error) => void toast.error(failure(error), { id: 'letterhead' }),
  }
  const colour = useMutation({ mutationFn: setLetterheadColour, ...outcome })
  const logo = useMutation({ mutationFn: setLogo, ...outcome })
  const removal = useMutation({ mutationFn: removeLogo, ...outcome })
  return (
    <Card className="grid grid-cols-1 gap-5 p-5 md:p-6">
      <div>
        <h2 className="text-lg font-semibold">
          <Trans>Look of offers and invoices</Trans>
        </h2>
        <p className="text-sm text-pretty text-text-muted">
          <Trans>
            Customers see this at the top, on the screen and in the PDF. Without a logo we show your picture.
          </Trans>
        </p>
      </div>
      <Letterhead kind={<Trans>Invoice</Trans>} reference="INV-0001" customerName={t`Your customer`} />
      <div className="flex flex-wrap items-start gap-3">
        <PictureButton
          {...logoRules}
          disabled={logo.isPending}
          error={logo.isError ? failure(logo.error) : undefined}
          onPick={(file) => logo.mutate(file)}
        >
          <ImagePlus size={20} aria-hidden="true" />
          {letterhead.logo ? <Trans>Change logo</Trans> : <Trans>Add logo</Trans>}
        </PictureButton>
        {letterhead.logo && (
          <TransientButton
            variant="quiet"
            icon={<Trash2 size={20} aria-hidden="true" />}
            busy={removal.isPending}
            onClick={() => removal.mutate()}
          >
            <Trans>Remove logo</Trans>
          </TransientButton>
        )}
      </div>
      <ChoiceCards
        label={<Trans>Colour</Trans>}
        name="letterhead-colour"
        chosen={colour.isPending ? colour.variables : letterhead.colour}
        choices={(Object.keys(colours) as LetterheadColour[]).map((value) => ({
          value,
          label: i18n._(colours[value]),
          picture: <span data-letterhead={value} className="size-8 shrink-0 rounded-control bg-accent" />,
        }))}
        onChange={({ target }) => colour.mutate(target.value as LetterheadColour)}
      />
    </Card>
  )
}
