import '../src/shared/ui/tokens.css'
import '../src/shared/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { ToastsWhenWanted } from '../src/shared/ui/notify.tsx'
import { Gallery } from './Gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Gallery />
      <ToastsWhenWanted />
    </BrowserRouter>
  </StrictMode>,
)
