import { t } from '@lingui/core/macro'
import { hasPasskeys, isCancelled, suggestsPasskeys } from '../../lib/browser/passkeys.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { takeReturnTo } from '../../routing/return-to.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { goTo } from './navigation.ts'
import { askForPasskey, logInWithPasskey } from './passkey-api.ts'
import { storeSession } from './store-session.ts'

/**
 * Logs in with a passkey, and says why if that fails. Returns whether the next page is loading. With `fromAutofill`
 * nothing is said before the person chose a passkey, because they may not want to use one.
 */
export async function startPasskeyLogin({ fromAutofill = false } = {}): Promise<boolean> {
  if (fromAutofill ? !(await suggestsPasskeys()) : !hasPasskeys()) {
    if (!fromAutofill) toast.error(t`This browser has no passkeys.`, { id: 'form' })
    return false
  }
  let isChosen = !fromAutofill
  try {
    const passkey = await askForPasskey({ fromAutofill })
    isChosen = true
    storeSession(await logInWithPasskey(passkey))
    goTo(takeReturnTo(), { replace: true })
    return true
  } catch (error) {
    if (isChosen && !isCancelled(error)) {
      const message = t`Login failed`
      toast.error(message, { id: 'form', body: errorText(error, t`Try again, or log in with your password.`) })
    }
    return false
  }
}
