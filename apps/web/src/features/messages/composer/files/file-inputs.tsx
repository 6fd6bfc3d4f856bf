import type { RefObject } from 'react'
import { chatFileTypes } from './file-source.ts'

export interface FileInputsProps {
  files: RefObject<HTMLInputElement | null>
  camera: RefObject<HTMLInputElement | null>
  onPick: (files: readonly File[]) => void
}

/** Native file and camera inputs, opened by the "+" menu. */
export function FileInputs({ files, camera, onPick }: FileInputsProps) {
  const picked = (input: HTMLInputElement) => {
    onPick([...(input.files ?? [])])
    // Allow choosing the same file again.
    input.value = ''
  }
  return (
    <>
      <input
        ref={files}
        data-chooser="files"
        type="file"
        multiple
        hidden
        accept={chatFileTypes}
        onChange={({ currentTarget }) => picked(currentTarget)}
      />
      <input
        ref={camera}
        data-chooser="camera"
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={({ currentTarget }) => picked(currentTarget)}
      />
    </>
  )
}
