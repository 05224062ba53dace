import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const LOWEST_PX = 80;
const HIGHEST_PX = 640;

interface Told {
  kind?: unknown;
  height?: unknown;
  hidden?: unknown;
}

/**
 * An HTML mail as it was sent, in a frame that has no origin and no network. Images from elsewhere are fetched only when
 * somebody asks for them, as their sender learns of it.
 */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [images, setImages] = useState(false);
  const [height, setHeight] = useState(LOWEST_PX);
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const inside = () => frame.current?.contentWindow;
    // Of no origin, so it can only be addressed as any.
    const hand = () => inside()?.postMessage({ html }, '*');
    const onMessage = ({ source, data }: MessageEvent<Told | null>) => {
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
            {hidden === 1 ? 'An image' : `${hidden} images`} from elsewhere: its sender learns when you look.
          </span>
          <Button size="compact-xs" variant="default" onClick={() => setImages(true)}>
            Show images
          </Button>
        </p>
      )}
      <iframe
        ref={frame}
        title="The mail as it was sent"
        src={`mail-frame.html${images ? '?images=1' : ''}`}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        style={{ height }}
      />
    </div>
  );
}
