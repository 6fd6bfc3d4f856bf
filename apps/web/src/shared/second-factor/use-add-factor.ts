import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isCancelled, isAlreadyRegistered } from '../../lib/browser/passkeys.ts'
import { hasCode } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { addNewPasskey, beginTotp, confirmTotp, type AddedFactor, type TotpSetup } from './api.ts'

export type FactorKind = 'PASSKEY' | 'TOTP'

export interface AddFactorOptions {
  /** Runs an action after a step-up (`useStepUp`). */
  guarded: <T>(action: () => Promise<T>) => Promise<T>
  isStepUpCancelled: (error: unknown) => boolean
  /** Called once a factor was added and its recovery codes were seen. */
  onAdded: () => void
}

export type AddingFactor = ReturnType<typeof useAddFactor>

/** The steps in which a second factor is added: its kind, then the factor, then the recovery codes of the first one. */
export function useAddFactor({ guarded, isStepUpCancelled, onAdded }: AddFactorOptions) {
  const client = useQueryClient()
  const [kind, setKind] = useState<FactorKind>()
  const [setup, setSetup] = useState<TotpSetup>()
  const [code, setCode] = useState('')
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function run(action: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await action()
    } catch (failed) {
      if (isAlreadyRegistered(failed)) setError(t`This device already has a passkey for your account.`)
      else if (isCancelled(failed)) setError(t`Nothing was added. Try again when you're ready.`)
      else if (!isStepUpCancelled(failed)) setError(errorText(failed, t`We couldn't add this. Try again.`))
      // Without a connection the code can be sent again as it is.
      if (!hasCode(failed, 'NETWORK')) setCode('')
    } finally {
      setBusy(false)
    }
  }

  const add = (action: () => Promise<AddedFactor>) =>
    run(async () => {
      const added = await guarded(action)
      if (added.recoveryCodes) setRecoveryCodes(added.recoveryCodes)
      else onAdded()
    })

  return {
    kind,
    setup,
    code,
    setCode,
    recoveryCodes,
    error,
    setError,
    busy,
    choosePasskey() {
      setError(undefined)
      setKind('PASSKEY')
    },
    startApp: () =>
      run(async () => {
        setSetup(await guarded(beginTotp))
        setKind('TOTP')
      }),
    addPasskey: (name: string) => add(() => addNewPasskey(client, name)),
    addApp: (name: string, digits: string) => add(() => confirmTotp(client, name, digits)),
  }
}
