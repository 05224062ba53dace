import { RouterProvider } from '@tanstack/react-router';
import { render } from './render.js';
import { router } from './routes.js';

render(<RouterProvider router={router} />);
