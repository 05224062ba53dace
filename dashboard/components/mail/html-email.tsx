import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import * as words from '../../words/en/previews.js';

const LOWEST_PX = 80;
const HIGHEST_PX = 640;

interface FrameMessage {
  kind?: unknown;
  height?: unknown;
  hidden?: unknown;
}

/**
 * An HTML email in its original form, in a frame without origin and network. External images are only loaded on
 * request, because their sender learns of it.
 */
export function HtmlEmail({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [images, setImages] = useState(false);
  const [height, setHeight] = useState(LOWEST_PX);
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const inside = () => frame.current?.contentWindow;
    // Of no origin, so it can only be addressed as any.
    const hand = () => inside()?.postMessage({ html }, '*');
    const onMessage = ({ source, data }: MessageEvent<FrameMessage | null>) => {
      if (!source || source !== inside()) return;
      if (data?.kind === 'ready') hand();
      if (data?.kind !== 'shown') return;
      setHeight(Math.min(Math.max(Number(data.height) || 0, LOWEST_PX), HIGHEST_PX));
      setHidden(Number(data.hidden) || 0);
    };
    addEventListener('message', onMessage);
    hand();
    return () => removeEventListener('message', onMessage);
  }, [html]);
  return (
    <div className="mail">
      {hidden > 0 && (
        <p className="row mail-note">
          <span className="grow">
            {words.remoteImageBlocked(hidden)} {words.theSenderCanSeeWhenYou}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => setImages(true)}>
            {words.showImages}
          </Button>
        </p>
      )}
      <iframe
        ref={frame}
        title={words.sentEmail}
        src={`mail-frame.html${images ? '?images=1' : ''}`}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        style={{ height }}
      />
    </div>
  );
}
