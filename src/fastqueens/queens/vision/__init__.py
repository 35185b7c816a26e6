"""Read boards from screenshots and photos; needs Pillow and OpenCV."""
