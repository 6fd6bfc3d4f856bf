import type { Operation } from '@fettle/protocol/core/operation'
import { useState, type ReactNode } from 'react'
import type { FormSheetProps } from '../../../shared/form-sheet.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAct } from '../use-act.ts'
import { ContractSheet } from './contract-sheet.tsx'
import type { SheetProps } from './sheets.tsx'

interface Props extends SheetProps, Pick<FormSheetProps, 'title' | 'description' | 'submit' | 'variant'> {
  operation: Operation
  /** What is sent beside the version; false where there is nothing to send. */
  body?: Record<string, unknown> | false
  params?: Record<string, string>
  /** Something is missing or wrong: said at its field once it was tried, and nothing is sent. */
  wrong?: boolean
  /** Something is still on its way, a photo say. */
  waits?: boolean
  /** Said once it is done. */
  said?: { title: string; body?: string }
  onDone?: () => void | Promise<void>
  /** Its fields, which are told whether it was tried. */
  children?: (tried: boolean) => ReactNode
}

/** One question about a contract and the one call that answers it. */
export function ActSheet(props: Props) {
  const { operation, body, params, wrong = false, waits = false, said, onDone, children, ...sheet } = props
  const { contract, onClose } = sheet
  const act = useAct(contract)
  const [tried, setTried] = useState(false)
  const run = async () => {
    setTried(true)
    if (wrong || waits) return
    const sent = body === false ? undefined : { version: contract.version, ...body }
    if ((await act.run(operation, sent, params)) === undefined) return
    await onDone?.()
    onClose()
    if (said) toast.success(said.title, said.body === undefined ? {} : { body: said.body })
  }
  return (
    <ContractSheet {...sheet} busy={act.busy || waits} error={act.error} onSubmit={() => void run()}>
      {children?.(tried)}
    </ContractSheet>
  )
}
