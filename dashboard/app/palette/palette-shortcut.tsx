import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/palette.js';

const Palette = lazy(() => import('./palette.js').then((module) => ({ default: module.Palette })));

/** Opens the palette by Ctrl K or by a click; it is loaded when it is first wanted. */
export function PaletteShortcut() {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setWanted(true);
      setOpened((now) => !now);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <Button
        className="seek"
        variant="default"
        size="xs"
        leftSection={<Icon name="search" size={14} />}
        rightSection={<kbd>{words.ctrlK}</kbd>}
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {words.goTo}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <Palette opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
