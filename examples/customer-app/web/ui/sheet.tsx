import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button, type VariantProps } from './button.tsx'

type SheetButtonProps = VariantProps & { title: string; content: (close: () => void) => ReactNode }

/** A button that opens a sheet, which its content can close. */
export function SheetButton({ title, content, ...button }: SheetButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button {...button} onPress={() => setOpen(true)} />
      {isOpen && (
        <Sheet title={title} onClose={close}>
          {content(close)}
        </Sheet>
      )}
    </>
  )
}

/** A dialog: at the bottom of a phone, in the middle of a larger screen. */
function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="fixed inset-x-0 top-auto backdrop:bg-black/45 motion-safe:transition starting:open:translate-y-4 starting:open:opacity-0 bottom-0 m-0 max-h-[90dvh] w-full max-w-none overflow-y-auto rounded-t-3xl bg-page p-5 text-ink sm:inset-0 sm:m-auto sm:max-w-lg sm:rounded-3xl"
    >
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 id={id} className="text-xl font-bold tracking-tight">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
          className="grid size-11 cursor-pointer place-items-center rounded-full hover:bg-soft"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div className="grid gap-4">{children}</div>
    </dialog>
  )
}
