import { X } from 'lucide-react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { Button, type VariantProps } from './button.tsx'

type SheetButtonProps = VariantProps & { title: string; content: (close: () => void) => ReactNode }

/** A button that opens a sheet, which its content can close. */
export function SheetButton({ title, content, ...button }: SheetButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onPress={() => setOpen(true)} />
      {isOpen && <Sheet title={title} content={content} onClose={() => setOpen(false)} />}
    </>
  )
}

type SheetProps = Pick<SheetButtonProps, 'title' | 'content'> & { onClose: () => void }

/** A dialog: at the bottom of a phone, in the middle of a larger screen. */
function Sheet({ title, content, onClose }: SheetProps): ReactNode {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const id = useId()
  // Closed by the browser, which returns the focus to the button.
  const close = () => dialog?.close()
  useEffect(() => {
    if (!dialog?.open) dialog?.showModal()
  }, [dialog])
  return (
    <dialog
      ref={setDialog}
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
          onClick={close}
          className="grid size-11 cursor-pointer place-items-center rounded-full hover:bg-soft"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div className="grid gap-4">{content(close)}</div>
    </dialog>
  )
}
