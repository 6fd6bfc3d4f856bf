import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Copy, Download } from 'lucide-react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Dialog with the recovery codes, shown once, to be copied or saved. */
export const RecoveryCodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    closable={false}
    title={<Trans>Save your recovery codes</Trans>}
    footer={
      <Button onClick={onClose}>
        <Trans>I saved them</Trans>
      </Button>
    }
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
)

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t`Recovery codes copied`, { id: 'recovery-codes' })
    } catch {
      toast.error(t`Your browser blocked copying. Save the codes as a file.`, { id: 'recovery-codes' })
    }
  }

  return (
    <div className="grid gap-4">
      <Banner tone="warning" title={t`Keep these codes in a safe place.`}>
        <Trans>Each code lets you log in once if you lose your phone. We can't show them again.</Trans>
      </Banner>
      <ul
        aria-label={t`Recovery codes`}
        dir="ltr"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-surface-sunken p-4 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="fettle-recovery-codes.txt"
          className={buttonClass({ variant: 'secondary' })}
        >
          <Download size={20} aria-hidden="true" />
          <Trans>Save as a file</Trans>
        </a>
      </div>
    </div>
  )
}
