/** Mounts the components that no page uses yet. Built by the test itself; never part of the product. */
import '@/app/polyfills';
import '@/app/tokens.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { RichText } from '@/features/RichText/RichText';
import { SafeHtml } from '@/features/RichText/SafeHtml';

function Trial() {
  const [pictures, setPictures] = useState('');
  const [files, setFiles] = useState('');
  const [html, setHtml] = useState('<p>原文</p>');
  const [shown, setShown] = useState('');
  Object.assign(window, { show: setShown });
  return (
    <main style={{ maxWidth: 800, margin: '0 auto' }}>
      <section aria-label="图片">
        <FileUploader value={pictures} onChange={setPictures} />
        <output data-testid="pictures">{pictures}</output>
      </section>
      <section aria-label="附件">
        <FileUploader mode="drag" value={files} onChange={setFiles} />
        <output data-testid="files">{files}</output>
      </section>
      <section aria-label="正文">
        <RichText value={html} onChange={setHtml} />
        <output data-testid="html">{html}</output>
      </section>
      <section aria-label="显示">
        <SafeHtml html={shown} />
      </section>
    </main>
  );
}

const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider locale={zhCN} theme={{ token: { motion: !calm } }}>
        <App>
          <Trial />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
}
