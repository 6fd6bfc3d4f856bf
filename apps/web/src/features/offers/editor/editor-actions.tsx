import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Eye, LayoutTemplate, Send } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'

export interface EditorActionsProps {
  maySend: boolean
  /** Secondary actions. */
  menu: ReactNode
  /** Stable while the editor is open. */
  onSend: () => void
  onPreview: () => void
  onTemplates: () => void
}

const SendButton = ({ maySend, onSend }: Pick<EditorActionsProps, 'maySend' | 'onSend'>) => (
  <Button icon={<Send size={18} aria-hidden="true" />} onClick={onSend} disabled={!maySend} className="flex-1">
    <Trans>Send…</Trans>
  </Button>
)

/** Actions beside the total. Not re-rendered when a line changes. */
export const SideActions = memo(function SideActions({ menu, onPreview, onTemplates, ...send }: EditorActionsProps) {
  return (
    <>
      <div className="hidden gap-2 md:flex">
        <SendButton {...send} />
        {menu}
      </div>
      <div className="hidden flex-wrap gap-2 md:flex">
        <Button size="sm" variant="secondary" className="flex-1" onClick={onPreview}>
          <Trans>Preview</Trans>
        </Button>
        <Button size="sm" variant="secondary" className="flex-1" onClick={onTemplates}>
          <Trans>Templates</Trans>
        </Button>
      </div>
    </>
  )
})

/** Actions in the bottom bar of a phone. Not re-rendered when a line changes. */
export const FootActions = memo(function FootActions({ menu, onPreview, onTemplates, ...send }: EditorActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <IconButton
        label={t`Preview`}
        icon={<Eye size={20} />}
        className="border border-line-strong"
        onClick={onPreview}
      />
      <IconButton
        label={t`Templates`}
        icon={<LayoutTemplate size={20} />}
        className="border border-line-strong"
        onClick={onTemplates}
      />
      {menu}
      <SendButton {...send} />
    </div>
  )
})
