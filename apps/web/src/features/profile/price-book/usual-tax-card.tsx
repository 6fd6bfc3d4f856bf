import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { parseBasisPoints, percentInput } from '../../../lib/format/amounts.ts'
import { profileErrorText } from '../../../shared/profile/profile-error-text.ts'
import { cacheProfile, useProfile } from '../../../shared/profile/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { setUsualTax } from '../api.ts'

/** Default tax rate of new lines and prices. */
export function UsualTaxCard() {
  const client = useQueryClient()
  const { usualTaxRateBps } = useProfile()
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const save = useMutation({
    mutationFn: setUsualTax,
    onSuccess: (profile) => {
      cacheProfile(client, profile)
      setTyped(undefined)
      toast.success(t`Saved`)
    },
    onError: (error) => toast.error(profileErrorText(error, t`We couldn't save this.`)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const rate = parseBasisPoints(typed ?? percentInput(usualTaxRateBps), 5000)
    setWrong(rate === undefined)
    if (rate !== undefined) save.mutate(rate)
  }
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div>
        <h2 className="text-lg font-semibold">
          <Trans>Default tax</Trans>
        </h2>
        <p className="text-sm text-pretty text-text-muted">
          <Trans>New prices and offer lines start with this rate. You can change it on each one.</Trans>
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid items-start gap-3 sm:grid-cols-[12rem_auto]">
        <TextField
          label={t`Default tax (%)`}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? percentInput(usualTaxRateBps)}
          onChange={({ target }) => setTyped(target.value)}
          error={isWrong ? t`Use a tax rate of 0 to 50%.` : undefined}
        />
        <Button type="submit" variant="secondary" busy={save.isPending} className="sm:mt-7 sm:justify-self-start">
          <Trans>Save</Trans>
        </Button>
      </form>
    </Card>
  )
}
