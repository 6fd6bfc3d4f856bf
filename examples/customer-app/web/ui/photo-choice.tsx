import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { PhotoField } from './field.tsx'

interface PhotoChoiceProps {
  label: string
  photos: readonly File[]
  max: number
  onChange: (photos: readonly File[]) => void
}

/** Photos to send, of which each can be removed again. */
export const PhotoChoice = ({ label, photos, max, onChange }: PhotoChoiceProps): ReactNode => (
  <div className="flex flex-wrap items-center gap-3">
    {photos.map((photo) => (
      <button
        key={keyOf(photo)}
        type="button"
        aria-label={`Remove ${photo.name}`}
        className="relative cursor-pointer rounded-xl"
        onClick={() => onChange(photos.filter((each) => each !== photo))}
      >
        <Photo photo={photo} />
        <X aria-hidden className="absolute top-1 right-1 size-5 rounded-full bg-page p-0.5" />
      </button>
    ))}
    <PhotoField
      label={label}
      shape="size-20 border border-dashed border-line"
      onChoose={(added) => onChange([...photos, ...added].slice(0, max))}
    />
  </div>
)

export const Photos = ({ photos }: { photos: readonly File[] }): ReactNode => (
  <div className="flex flex-wrap gap-3">
    {photos.map((photo) => (
      <Photo key={keyOf(photo)} photo={photo} />
    ))}
  </div>
)

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

function Photo({ photo }: { photo: File }): ReactNode {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])
  return <img src={address} alt={photo.name} className="size-20 rounded-xl object-cover" />
}
