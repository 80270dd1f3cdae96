import { createTask } from '@app/contracts/http/tasks.ts'
import { useEffect, useState } from 'react'
import { ChangedPicture } from '../../src/shared/ui/ChangedPicture.tsx'
import { FileDrop } from '../../src/shared/ui/FileDrop.tsx'
import type { AcceptedFiles } from '../../src/shared/ui/files.ts'
import { State } from '../State.tsx'

const pictures = createTask.form.files.referenceImage
const documents: AcceptedFiles = {
  extensions: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
  maxBytes: 50 * 1024 * 1024,
  refusal: 'Invalid file type (pdf/doc/ppt/xls/txt only)',
}
const brochure = new File([new Uint8Array(48 * 1024 * 1024)], 'Brochure for the spring market, with prices, third proof.pdf')

export const FileDropStates = () => (
  <>
    <State name="For images">
      <Choosing field={pictures} />
    </State>
    <State name="For images, with a current image">
      <Choosing field={pictures} currentUrl="/favicon.svg" />
    </State>
    <State name="A stored image that can be removed">
      <Changing value="/favicon.svg" />
    </State>
    <State name="A stored image that is removed on save">
      <Changing value="" />
    </State>
    <State name="For documents">
      <Choosing field={documents} required />
    </State>
    <State name="For several documents">
      <ChoosingSeveral />
    </State>
    <State name="File chosen">
      <Choosing field={documents} chosen={brochure} />
    </State>
    <State name="Rejected">
      <Choosing field={documents} error={documents.refusal} />
    </State>
    <State name="Disabled">
      <Choosing field={documents} disabled />
    </State>
    <State name="Uploading">
      <Uploading />
    </State>
    <State name="Uploading, without Cancel">
      <Choosing field={documents} chosen={brochure} disabled progress={0.62} />
    </State>
    <State name="Upload complete">
      <Choosing field={documents} chosen={brochure} disabled progress={1} />
    </State>
  </>
)

type Look = Omit<Parameters<typeof FileDrop>[0], 'label' | 'file' | 'onChange' | 'onRefuse'>

function Choosing({ chosen = null, ...look }: Look & { chosen?: File | null }) {
  const [file, setFile] = useState(chosen)
  return <FileDrop {...look} label="File" file={file} onChange={setFile} onRefuse={() => {}} />
}

function Changing(begin: { value: string }) {
  const [value, setValue] = useState<File | string>(begin.value)
  return (
    <ChangedPicture
      label="Picture"
      name="picture"
      field={pictures}
      was="/favicon.svg"
      value={value}
      onChange={setValue}
      onRefuse={() => {}}
    />
  )
}

function ChoosingSeveral() {
  const [more, setMore] = useState<readonly File[]>([])
  return (
    <>
      <Choosing field={documents} onMore={setMore} />
      {more.length > 0 && <p>Next: {more.map(({ name }) => name).join(', ')}</p>}
    </>
  )
}

/** An upload that restarts when it is complete. */
function Uploading() {
  const [progress, setProgress] = useState<number | undefined>(0.24)
  const isUploading = progress !== undefined
  useEffect(() => {
    if (!isUploading) return
    const clock = setInterval(() => setProgress((share = 0) => (share >= 1 ? 0 : Math.min(share + 0.02, 1))), 1000)
    return () => clearInterval(clock)
  }, [isUploading])
  return <Choosing field={documents} chosen={brochure} disabled={isUploading} progress={progress} onCancel={() => setProgress(undefined)} />
}
