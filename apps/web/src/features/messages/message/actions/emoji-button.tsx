import { t } from '@lingui/core/macro'
import { SmilePlus } from 'lucide-react'
import { lazy, useCallback, useId, useState } from 'react'
import { useTableRoom } from '../../../../lib/browser/media.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Popover } from '../../../../ui/overlays/popover.tsx'
import { LazyBoundary } from '../../loading/lazy-boundary.tsx'

const Picker = lazy(() => import('./emoji-picker.tsx'))

export interface EmojiButtonProps {
  label: string
  onPick: (emoji: string) => void
  className?: string
  tabIndex?: number
}

/** Button that opens the emoji picker, in a popover or a sheet. The picker loads on demand. */
export function EmojiButton({ label, onPick, className, tabIndex }: EmojiButtonProps) {
  const id = useId()
  const isDesk = useTableRoom()
  const [open, setOpen] = useState(false)
  const onToggle = useCallback((next: boolean) => setOpen(next), [])
  const picker = open && (
    <LazyBoundary resetKey="emoji" fallback={<div className="h-80" aria-busy="true" />}>
      <Picker
        onPick={(emoji) => {
          setOpen(false)
          onPick(emoji)
        }}
      />
    </LazyBoundary>
  )
  return (
    <>
      <IconButton
        id={`${id}-button`}
        label={label}
        icon={<SmilePlus size={20} />}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...(tabIndex !== undefined && { tabIndex })}
        {...(className && { className })}
      />
      {isDesk ? (
        <Popover
          id={id}
          anchorId={`${id}-button`}
          labelledBy={`${id}-button`}
          open={open}
          onToggle={onToggle}
          edge="start"
          className="w-90"
        >
          {picker}
        </Popover>
      ) : (
        open && (
          <Dialog onClose={() => setOpen(false)} title={t`Emoji`}>
            <div className="-mx-5 -mb-5">{picker}</div>
          </Dialog>
        )
      )}
    </>
  )
}
