"""Two checkouts of this project beside each other, through what users see of them."""
